// Package external lets a breadth-first search go on when memory is used up: visited states go to disk as sorted files, one for
// each level, and which of the states found in a level are old is found out at its end, by merging (delayed duplicate detection:
// R. E. Korf, "Delayed duplicate detection: extended abstract", IJCAI 2003). Counts, verdicts and traces are the same.
//
// Either all complete levels are on disk, or none is. It imports disk, packed, session, visited and frontier.
package external
