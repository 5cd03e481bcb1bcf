// Package values looks into variables and messages, whatever the protocol's author has made of them: whether == compares them by what they are,
// how they are written as bytes, how large they are, and the same values with other sites, groups or numbers in them.
package values
