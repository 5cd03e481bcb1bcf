package main

import (
	"fmt"
	"os"
	"regexp"
)

// section is the part of the document that --update writes.
var section = regexp.MustCompile(`(?s)(<!-- peers -->\n)(.*?)(<!-- end -->)`)

// update replaces the section of a document.
func update(file, text string) error {
	before, after, err := around(file)
	if err != nil {
		return err
	}
	return os.WriteFile(file, []byte(before+text+after), 0o666)
}

// around returns what stands before the section of a document and behind it.
func around(file string) (before, after string, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", "", fmt.Errorf("--document: %w", err)
	}
	at := section.FindSubmatchIndex(text)
	if at == nil {
		return "", "", fmt.Errorf("--document %s: it has no part from <!-- peers --> to <!-- end -->", file)
	}
	return string(text[:at[4]]), string(text[at[5]:]), nil
}
