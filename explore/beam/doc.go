// Package beam lets the workers of Apache Beam do the tasks of large levels of check --store: those of its own runner Prism, or of a
// cluster with Flink.
//
// There is one pipeline for each level: create the parts, expand each, group what became of them, number the new nodes, settle
// each part. States do not travel through the engine: tasks read files of the store and write others, so the store is a directory
// that all machines see, or a bucket: see package s3. A task that the engine runs again, even at once, does no harm. Counts come from the files, never from
// the engine, which would count tasks that it repeats twice.
//
// It is a module of its own, because Beam brings hundreds of others; [Main] makes any list of algorithms such a program.
package beam
