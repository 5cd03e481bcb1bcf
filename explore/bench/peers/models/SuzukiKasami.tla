---------------------------- MODULE SuzukiKasami ----------------------------
(* The token algorithm of I. Suzuki and T. Kasami, "A Distributed Mutual   *)
(* Exclusion Algorithm", ACM Transactions on Computer Systems 3(4), 1985,  *)
(* with a budget of requests for every process. Names are the paper's: RN, *)
(* LN, Q. One event with all that it sends is one action.                  *)
EXTENDS Naturals, Sequences, FiniteSets

CONSTANT Budget     \* Budget[i]: how often process i may request; <<2, 2, 2>> for three processes

VARIABLES
  phase,      \* of each process: "idle", "waiting" or "cs"
  has,        \* of each process: it holds the token
  RN,         \* RN[i][j]: the largest request number that i has heard of j
  requests,   \* in flight: <<j, s, i>> is REQUEST(j, s) on its way to i
  privilege,  \* where the token is on its way to; 0: somebody holds it
  LN,         \* of the token: the number of the last request of each that was served
  Q           \* of the token: those that wait

vars == <<phase, has, RN, requests, privilege, LN, Q>>

Process == 1..Len(Budget)
Others(i) == Process \ {i}

Init ==
  /\ phase = [i \in Process |-> "idle"]
  /\ has = [i \in Process |-> i = 1]
  /\ RN = [i \in Process |-> [j \in Process |-> 0]]
  /\ requests = {}
  /\ privilege = 0
  /\ LN = [i \in Process |-> 0]
  /\ Q = <<>>

Request(i) ==
  /\ phase[i] = "idle"
  /\ RN[i][i] < Budget[i]
  /\ LET s == RN[i][i] + 1 IN
     /\ RN' = [RN EXCEPT ![i][i] = s]
     /\ IF has[i]
        THEN phase' = [phase EXCEPT ![i] = "cs"] /\ UNCHANGED requests
        ELSE /\ phase' = [phase EXCEPT ![i] = "waiting"]
             /\ requests' = requests \cup {<<i, s, j>> : j \in Others(i)}
  /\ UNCHANGED <<has, privilege, LN, Q>>

\* An idle holder passes the token on, unless the request is an old one.
ReceiveRequest ==
  \E r \in requests :
    LET j == r[1]
        i == r[3]
        heard == IF RN[i][j] < r[2] THEN r[2] ELSE RN[i][j]
    IN /\ requests' = requests \ {r}
       /\ RN' = [RN EXCEPT ![i][j] = heard]
       /\ IF has[i] /\ phase[i] = "idle" /\ heard = LN[j] + 1
          THEN has' = [has EXCEPT ![i] = FALSE] /\ privilege' = j
          ELSE UNCHANGED <<has, privilege>>
       /\ UNCHANGED <<phase, LN, Q>>

ReceiveToken(i) ==
  /\ privilege = i
  /\ privilege' = 0
  /\ has' = [has EXCEPT ![i] = TRUE]
  /\ phase' = [phase EXCEPT ![i] = "cs"]
  /\ UNCHANGED <<RN, requests, LN, Q>>

\* The request of i is served; all that have an unserved one join the queue, and its head gets the token.
Exit(i) ==
  /\ phase[i] = "cs"
  /\ phase' = [phase EXCEPT ![i] = "idle"]
  /\ LN' = [LN EXCEPT ![i] = RN[i][i]]
  /\ LET Queued(j) == \E k \in 1..Len(Q) : Q[k] = j
         Joins(j) == j # i /\ ~Queued(j) /\ RN[i][j] = LN[j] + 1
         queue == Q \o SelectSeq([k \in Process |-> k], Joins)
     IN IF queue = <<>>
        THEN UNCHANGED <<has, privilege, Q>>
        ELSE /\ has' = [has EXCEPT ![i] = FALSE]
             /\ privilege' = Head(queue)
             /\ Q' = Tail(queue)
  /\ UNCHANGED <<RN, requests>>

Next ==
  \/ ReceiveRequest
  \/ \E i \in Process : Request(i) \/ ReceiveToken(i) \/ Exit(i)

Spec == Init /\ [][Next]_vars

MutualExclusion == \A i, j \in Process : phase[i] = "cs" /\ phase[j] = "cs" => i = j

OneToken == Cardinality({i \in Process : has[i]}) = IF privilege = 0 THEN 1 ELSE 0
=============================================================================
