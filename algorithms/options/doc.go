// Package options turns the model's flags into a checked configuration, and a configuration into the line of flags
// that trace files and reports write.
//
// Every flag is kept as the text that was given until [Flags.Config] reads it, so that whatever is wrong is said in
// one way: a [UsageError] with the flag, what was given, what is allowed and the nearest name.
package options
