package model

import "strconv"

// Site is the number of a site, from 1. Processes come first: process i is site i. 0 stands for "none", NULL in the
// papers.
type Site int

// MaxSites is the largest number of sites of a system that is searched: properties give an answer for each in a word of 64 bits.
const MaxSites = 63

// MaxGroups is the largest number of groups, for the same reason.
const MaxGroups = 63

// Group is the number of a group (also called forum, session, resource), from 1. 0 is NULL.
type Group int

// String is "g1" for group 1 and "NULL" for 0.
func (g Group) String() string {
	if g == 0 {
		return "NULL"
	}
	return "g" + strconv.Itoa(int(g))
}
