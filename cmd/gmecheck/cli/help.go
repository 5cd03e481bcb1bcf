package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
)

// flagGroups are the groups of flags in their order; a flag that is in none belongs to the first. The parameters of
// algorithms belong to the model.
var flagGroups = []struct {
	title string
	names []string
}{
	{"Flags", nil},
	{"Model", []string{
		"processes", "groups", "priorities", "tokens", "requests", "requesters", "workload", "variant", "repair", "without",
	}},
	{"Network, faults and timers", []string{"net", "loss", "duplicate", "crash", "timeouts", "timers", "early"}},
	{"Times", []string{
		"delay", "latency", "cs", "think", "rate", "internal", "timer", "recovery", "loss-rate", "duplicate-rate", "crash-rate",
	}},
	{"Search", []string{
		"where", "property", "invariant", "search", "symmetry", "reduce", "canonical", "shortest", "stop-at-first", "fault-scenario", "runs", "seed", "workers", "entities",
	}},
	{"Limits, and searches that go on", []string{
		"max-states", "max-depth", "max-time", "max-memory", "queues", "numbers", "spill", "checkpoint", "checkpoint-every", "resume", "store", "partitions", "tasks-from", "engine",
	}},
	{"Output", []string{
		"trace-dir", "stats", "json", "markdown", "format", "full", "diff", "junit", "sarif", "github", "picture", "export", "quiet", "color", "help",
	}},
}

// helpVerb explains commands and topics.
var helpVerb = program.Verb{
	Use:   "help [COMMAND [ALGORITHM] | TOPIC]",
	Short: "Explain a command or a topic",
	Args:  program.Anything,
	Build: func(p *program.Program, cmd *cobra.Command) {
		cmd.Long = "help explains a command, or one of these topics: " + strings.Join(topicNames(), ", ") + "."
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			return helper{p, terminal.Columns(cmd.OutOrStdout())}.explain(cmd.Root(), args)
		}
		cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return helper{Program: p}.complete(cmd.Root(), args), cobra.ShellCompDirectiveNoFileComp
		}
	},
}

// helper shows the help of commands.
type helper struct {
	*program.Program
	columns int
}

// show writes what a command does, how it is used, and its flags in groups. Of those of the model only such are shown that the
// algorithm has a use for, if one is named.
func (h helper) show(w io.Writer, c *cobra.Command, a *paper.Algorithm) error {
	var b strings.Builder
	about := c.Long
	if about == "" {
		about = c.Short + "."
	}
	b.WriteString(h.reflowed(about) + "\n\nUsage:\n" + layout.Fold("  "+c.UseLine()+"\n", h.columns))
	if c.Example != "" {
		b.WriteString("\nExamples:\n" + h.commands(c.Example))
	}
	if c.HasAvailableSubCommands() {
		var t, topics layout.Table
		for _, verb := range c.Commands() {
			if verb.IsAvailableCommand() || verb.Name() == "help" {
				t.Add(verb.Name(), verb.Short)
			}
		}
		b.WriteString("\nCommands:\n")
		t.Text(&b, "  ", h.columns)
		if !c.HasParent() {
			for _, topic := range topicList {
				topics.Add(topic.name, topic.short)
			}
			fmt.Fprintf(&b, "\nTopics (%s help TOPIC):\n", h.Name)
			topics.Text(&b, "  ", h.columns)
		}
	}
	h.flags(&b, c, a)
	_, err := io.WriteString(w, b.String())
	return err
}

// flags writes the flags of a command in their groups.
func (h helper) flags(b *strings.Builder, c *cobra.Command, a *paper.Algorithm) {
	c.InitDefaultHelpFlag()
	all := pflag.NewFlagSet(c.Name(), pflag.ContinueOnError)
	all.AddFlagSet(c.LocalFlags())
	all.AddFlagSet(c.InheritedFlags())
	params := slices.DeleteFunc(options.Names(h.Algorithms), func(name string) bool { return slices.Contains(options.Names(nil), name) })
	model := c.Flags().Lookup("processes") != nil
	averages := c.Flags().Lookup("latency") != nil // there --cs is no bound
	of := h.Algorithms                             // one of which has to have a use for the flag
	if a != nil {
		of = []*paper.Algorithm{a}
	}
	useful := func(name string) bool {
		uses := func(a *paper.Algorithm) bool { return options.Useful(a, name) }
		return !model || !slices.Contains(options.Names(h.Algorithms), name) || slices.ContainsFunc(of, uses) || averages && name == "cs"
	}
	for k, group := range flagGroups {
		set := pflag.NewFlagSet(group.title, pflag.ContinueOnError)
		set.SortFlags = false
		names := group.names
		switch {
		case k == 0:
			names = ungrouped(all, params)
		case group.title == "Model":
			names = slices.Concat(names, params)
		}
		for _, name := range names {
			if f := all.Lookup(name); f != nil && !f.Hidden && useful(name) {
				set.AddFlag(described(f, a))
			}
		}
		if set.HasAvailableFlags() {
			fmt.Fprintf(b, "\n%s:\n%s", group.title, set.FlagUsagesWrapped(h.columns))
		}
	}
	switch {
	case !model || len(h.Algorithms) == 1:
	case a == nil:
		b.WriteString("\n" + layout.Fold(fmt.Sprintf("%s help %s ALGORITHM leaves out what one algorithm has no use for.\n", h.Name, c.Name()), h.columns))
	default:
		b.WriteString("\n" + layout.Fold(fmt.Sprintf("%s list %s says which values are in range, and names variants, repairs and properties.\n", h.Name, a.Name), h.columns))
	}
}

// ungrouped are the flags that are in no group.
func ungrouped(all *pflag.FlagSet, params []string) (names []string) {
	all.VisitAll(func(f *pflag.Flag) {
		for _, group := range flagGroups {
			if slices.Contains(group.names, f.Name) || slices.Contains(params, f.Name) {
				return
			}
		}
		names = append(names, f.Name)
	})
	return names
}

// described is a flag, which says of a parameter of the algorithm what that algorithm does with it.
func described(f *pflag.Flag, a *paper.Algorithm) *pflag.Flag {
	if a == nil {
		return f
	}
	for _, p := range a.Params {
		if p.Name == f.Name {
			own := *f
			own.Usage = p.Doc + ": `value` is " + p.Allowed
			return &own
		}
	}
	return f
}

// reflowed is a text of paragraphs in lines that fit the terminal; as it is, if there is none.
func (h helper) reflowed(text string) string {
	if h.columns == 0 {
		return text
	}
	paragraphs := strings.Split(text, "\n\n")
	for k, p := range paragraphs {
		if strings.HasPrefix(p, " ") || strings.Contains(p, "\n ") { // lines of their own
			paragraphs[k] = strings.TrimSuffix(layout.Fold(p+"\n", h.columns), "\n")
		} else {
			paragraphs[k] = strings.Join(layout.Wrap(p, layout.Within(h.columns, 100)), "\n")
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// commands are lines that a shell takes.
func (h helper) commands(lines string) string {
	var b strings.Builder
	for line := range strings.Lines(lines + "\n") {
		b.WriteString(layout.Command(strings.TrimSuffix(line, "\n"), h.columns) + "\n")
	}
	return b.String()
}

// named is the algorithm that one of the words names, or the only one.
func (h helper) named(words []string) *paper.Algorithm {
	if len(h.Algorithms) == 1 {
		return h.Algorithms[0]
	}
	for _, word := range words {
		if a, err := h.Find(word); err == nil {
			return a
		}
	}
	return nil
}

// explain is the command help.
func (h helper) explain(root *cobra.Command, args []string) error {
	if len(args) == 1 {
		for _, topic := range topicList {
			if topic.name == args[0] {
				_, err := fmt.Fprintln(root.OutOrStdout(), h.reflowed(topic.explain(h.Program)))
				return err
			}
		}
	}
	command, rest, err := root.Find(args)
	if err != nil {
		return options.Usage(err)
	}
	if command == root && len(args) > 0 {
		return noVerb("verb or topic", topicNames()...)(root, args)
	}
	if len(rest) > 0 {
		if _, err := h.Find(rest[0]); err != nil {
			return err
		}
	}
	return h.show(root.OutOrStdout(), command, h.named(rest))
}

// complete completes the words after help.
func (h helper) complete(root *cobra.Command, args []string) (all []cobra.Completion) {
	if len(args) > 0 {
		all, _ = program.CompleteAlgorithms(h.Program, args)
		return all
	}
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			all = append(all, cobra.CompletionWithDesc(c.Name(), c.Short))
		}
	}
	for _, topic := range topicList {
		all = append(all, cobra.CompletionWithDesc(topic.name, topic.short))
	}
	return all
}
