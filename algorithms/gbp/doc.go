// Package gbp is the group mutual exclusion algorithm GBP (Group Base Priority) of K. M. Cenci and J. R. Ardenghi,
// "Group Mutual Exclusion Based on Priorities", Journal of Computer Science and Technology 11(1), 2011. Names are
// the paper's: LP, LG, conj, gtpo, tpouse, priori. It numbers from 0; here everything counts from 1.
//
// There are two kinds of players. A process P_i asks a group to let it in for a time. A group G_k with processes
// asks the members of its quorum S_k, itself one of them, for their locks, with the priority that it has chosen for
// this stage. A member calls its lock back from a group of lower priority, which yields unless it uses the
// resource. The group that has all locks of its quorum uses the resource together with its processes; when the last
// of them has left, it releases the locks. Latecomers are let in if their time is not longer than what remains of
// the group's.
//
// # How figures 3 to 6 are read
//
// Own lock: the message counts say that a group belongs to its quorum and multicasts to the q-1 others. It enters its
// own request in its own LG, but no line grants it its own lock, unless a Rel-Process, Rep-Rel-Group or Lib-Group
// happens to make it the best in LG. A message to itself travels like any other. A multicast to all of S_k would add
// nothing where a group that was Inactive becomes Active, since its request is in its LG already; in a new stage, where
// figure 5 does not add it, it would, with the new priority, and could make the group call its own lock back. So the
// refutation of own-request rests on this reading.
//
// Release: the own entry is not deleted from the own LG. "if not empty(LG)" stands at the level of "if
// activeempty(LP)", and asks LG; both are taken as printed. gtpo is not set for the stage that begins there. Active, in
// activeempty, is a process that has been let in; section III puts those into "the active queue", too, that ask while
// the group is Active. The two part only where a Rel-Process reaches a group that is Active and has others waiting,
// which happens as published alone.
//
// The lock is available if LG is empty, and whoever has been granted it is taken to be the best of LG. Best is the
// highest priority, and the first to arrive among equals: the time stamps of theorem 4.2 occur in no message. Where the
// text compares with "the priority of the message given the lock", figure 6 compares with LG. SelectGroup in
// Rel-Process and findHigher in Rep-Rel-Group grant without asking whether anybody is in LG; nothing is sent if nobody
// is.
//
// Messages: the arguments of Rec-Group and Rel-Group change places between the lines that send and those that
// receive; the destination is always the other group. Lib-Group says that a session is over, Rel-Group asks for the
// lock back. A Rep-Process that its process does not wait for has no effect. A Rec-Group counts in any state, and
// the locks are counted only after one has been added. So a group that is alone in its quorum never enters.
//
// upgrade(priori) is explained nowhere: it does nothing, or, with --upgrade waiting, raises by one those lower
// priorities that wait for the lock. A third reading, that of the text's "calls the lock to the appropriate group and
// then grant it the highest priority", that the new request gets the highest priority there is, is not modelled. The
// repairs go with neither, because the members of the quorums then disagree about who goes first, and end in a deadlock
// (repaired and fair, 18 steps at -n 2 -m 2 --priorities 2 -r 1,2 --upgrade waiting). "chosen priority" is free in every stage, or fixed for each group. Of "<" in the text and "<=" in figure 5,
// the figure's is taken. "SC" in figure 5 is CS. Whether a process chooses its time first, as in section III, or its
// group, as in figure 3, is one event here.
//
// Time: without times there is no clock. What has elapsed of a session, tpouse, is looked at only when a process asks a group in
// CS; it can then be anything (u in the label) from what it was to gtpo. A process that leaves has stayed for its
// time. With times the group has a stopwatch, and a process stays for its time: so many units, each as long as --cs says.
// What has elapsed then is what the stopwatch says, but no less than the time of who has left. The estimated delay tc is
// the same for all, 0 unless --tc says another, since the paper gives no number. The time of a group that is Inactive is of no use to it, and 0.
//
// Quorums: all groups; three groups in a ring, each with the next one; or Maekawa's grid, the row and the column of
// a group. Where m is no square the grid has ceil(sqrt(m)) columns and the last row may stay short; any two quorums
// still meet, but one may contain another, so they are a coterie but for minimality.
//
// # What becomes of the claims
//
// As published, hardly anybody enters: with two groups nobody ever does, because of the own lock, and every run with a
// request ends in a deadlock. With three groups of three different priorities a group can get its own lock by accident.
// The same runs grant locks twice, because a group gives back locks that it has not got yet, and with a second request
// two processes take part in different groups: theorem 4.1 is false. With three groups, whose quorums are all groups,
// messages must overtake each other to get as far as that, as far as was explored. With four they need not, nor need
// anybody ask twice: there, with five processes, a group that has let in two begins a second stage while one of them is
// inside. So that one is let in once more (last-reply, process-messages), and with another request it is let in before
// its group knows of it (known), and stays linked after it has left (temporary). These runs, of 54 to 60 steps, are
// beyond every search; they are stored. In a grid four groups of different priorities use the resource
// two at a time with fifo (group-exclusion), and if a fifth process asks for the first group, too, it takes part
// in that while another takes part in the fourth (gme). That a lock is granted twice
// (permission), so that the proof of theorem 4.1 is false, happens with fifo and three groups already: a group that has called its own lock
// back gives it to another although a third one has it. Each repair in repairs.go prevents one counterexample. Where
// the paper's promises contradict each other, or cannot be kept at all, the repairs go as far as they can:
//
// Priority: while a member calls its lock back, the group that has it may receive the last one that it needs, and
// it enters, although a request of higher priority stands beside its own in LG. Nothing but further rounds of
// messages before each session could tell it. So priority-registered stays violated as soon as there are two
// priorities.
//
// Bounded delay: with strict priorities a low one may wait for ever while groups of higher priority come back. The
// paper says that a waiting request "eventually will be the higher", but not how. The repair turns brings it about
// among groups of the same priority. Among different ones it cannot be had together with section III, and
// fair-starvation stays violated as soon as there are two priorities.
//
// Concurrent entering: that a latecomer is refused for its time contradicts it if nobody else wants the resource. So
// concurrent-entering stays violated.
//
// The variant fair gives up what stands against these two. A group of priority z overtakes another one at most z times
// in a row, so a lower priority goes first now and then; that needs neither further messages nor time stamps. And a
// group that nobody else competes with prolongs its session for latecomers. It must be sure to hear of any other group,
// which is so if it belongs to all quorums: always with quorums all, but not with tri, nor with grid from three groups
// on. A group that prolonged its session without knowing would keep the others out for as long as latecomers come,
// against bounded delay. So concurrent-entering stays violated there.
//
// The counts of messages: a yield costs the paper two messages, Rep-Rel-Group and the second Rec-Group. The call
// itself, Rel-Group, is a third one, and a call on a group in CS is one that nobody answers. So a group that does not
// yield may cost more than in the best case, too. A lock is called back from the highest in LG, which need not be the
// group that has it where a higher one has called it back already: that costs more calls (calls-holder).
//
// Of a latecomer whose time equals what remains of the group's, the text contradicts itself: at the beginning of
// section III it is let in ("not greater"), as figure 5 has it, and in the acceptance control, in Req-Process and in
// section IV it is not ("less"). So admission-strict is violated and admission holds.
//
// The sentence that a group grants its lock if it is available is false as published (grants-free), and that is the
// central defect: figure 6 takes the lock for available if LG is empty (available), where the group's own request
// stands that nobody ever grants.
//
// A duplicate of a message breaks, as published, what holds without: at three groups of different priorities, one process each, with fifo
// a Rep-Rel-Group that comes twice makes a group of lower priority enter before one of higher (priority-registered).
// The ledger asks that of the repaired algorithm alone.
//
// # Properties
//
// What a handler does is judged by the notes that it leaves (notes.go) and by what it sends. Beside each property that
// is violated as published stands one that holds and would catch further errors: all-locks beside permission, locks-granted and
// group-exclusion, linked-compete beside stage-serves, session-covers beside session-time, yields beside gives-its-own, calls
// beside calls-holder, available beside grants-free. What few ask for is in further.go.
package gbp
