package flags

// SetOfRepairs are the model's flags that choose a set of repairs.
var SetOfRepairs = []string{"variant", "repair", "without"}
