package paper

import "github.com/gmecheck/gmecheck/model"

const tree = "tree"

// Tree is the parameter tree: a parent for each process, and 0 for the root. usual is the tree of n processes if none is
// given.
func Tree(doc string, usual func(n int) string) Param {
	return Param{
		Name: tree, Doc: doc, Allowed: "one parent for each process, 0 for the root, such as 0,1,1",
		Default: func(c model.Config) string { return usual(c.Processes) },
		Check: func(c model.Config, value string) error {
			_, err := model.ParseTree(value, c.Processes)
			return err
		},
	}
}

// Parents is the tree of a configuration that has been checked: the parent of each process, 0 for the root.
func Parents(c model.Config) model.PerSite[model.Site] {
	parents, err := model.ParseTree(c.Param(tree), c.Processes)
	if err != nil {
		panic(err)
	}
	return parents
}
