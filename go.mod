module gmecheck

go 1.26

require (
	github.com/agnivade/levenshtein v1.2.2
	github.com/google/go-cmp v0.7.0
	github.com/mitchellh/hashstructure/v2 v2.0.2
	github.com/spf13/pflag v1.0.10
	pgregory.net/rapid v1.3.0
)
