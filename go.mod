module gmecheck

go 1.26

require github.com/mitchellh/hashstructure/v2 v2.0.2

require (
	github.com/agnivade/levenshtein v1.2.2 // indirect
	github.com/google/go-cmp v0.7.0 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/rogpeppe/go-internal v1.16.0 // indirect
	github.com/spf13/cobra v1.10.2 // indirect
	github.com/spf13/pflag v1.0.10 // indirect
	pgregory.net/rapid v1.3.0 // indirect
)
