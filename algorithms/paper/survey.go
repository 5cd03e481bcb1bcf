package paper

// Survey is the title of the survey that describes several of the algorithms in prose. The copy that was read begins with
// the abstract, without title, authors or venue; these are the abstract's own words.
const Survey = "A Framework for Token Based Mutual Exclusion Algorithms in Distributed Systems"

// NoCells is why the cells of the survey's tables are not decided.
const NoCells = "the copy of the survey that was read has the captions of its tables, and not their cells"
