// Package diagram draws a run in space and time: a lane for each site, time downwards, a message as a line from the step
// that sends it to the step that takes it.
//
// A [Diagram] is plain data and knows neither systems nor traces, so that every place that shows a run draws the same
// picture. Times are numbers of steps: 0 is the start, k is step k, and one more than the number of steps is after the
// last one.
package diagram
