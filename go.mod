module gmecheck

go 1.26

require github.com/mitchellh/hashstructure/v2 v2.0.2

require github.com/google/go-cmp v0.7.0
