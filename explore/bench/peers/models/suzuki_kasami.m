-- The token algorithm of I. Suzuki and T. Kasami, "A Distributed Mutual Exclusion Algorithm", ACM Transactions on
-- Computer Systems 3(4), 1985, with a budget of requests for every process. Names are the paper's: RN, LN, Q.
--
-- Put the size in front of it and hand it to Rumur; B1 to B5 say how often each process may request, R is the largest:
--
--   const N: 3; R: 2; B1: 2; B2: 2; B3: 2; B4: 0; B5: 0;
--
-- One event with all that it sends is one rule, so a state of the checker is a global state of the protocol: phases, RN,
-- the token, and what is in flight.

type
  Process: 1 .. N;
  Number: 0 .. R;
  Phase: enum { Idle, Waiting, CS };

var
  phase: array [Process] of Phase;
  has: array [Process] of boolean;                          -- holds the token
  RN: array [Process] of array [Process] of Number;         -- RN[i][j]: the largest request number that i has heard of j
  net: array [Process] of array [Process] of array [1 .. R] of boolean; -- net[j][i][s]: REQUEST(j, s) is on its way to i
  privilege: 0 .. N;                                        -- where the token is on its way to; 0: somebody holds it

  LN: array [Process] of Number;                            -- of the token: the last request of each that was served
  Q: array [Process] of 0 .. N;                             -- of the token: those that wait; 0 behind the last
  length: 0 .. N;                                           -- of Q

function Budget(i: Process): Number;
begin
  switch i
    case 1: return B1;
    case 2: return B2;
    case 3: return B3;
    case 4: return B4;
    else return B5;
  end;
end;

function Queued(i: Process): boolean;
begin
  for k: Process do
    if Q[k] = i then return true; end;
  end;
  return false;
end;

-- pass sends the token from its holder to another process.
procedure Pass(from: Process; to_: Process);
begin
  has[from] := false;
  privilege := to_;
end;

startstate "the first process holds the token"
begin
  for i: Process do
    phase[i] := Idle;
    has[i] := i = 1;
    for j: Process do
      RN[i][j] := 0;
      for s := 1 to R do net[i][j][s] := false; end;
    end;
    LN[i] := 0;
    Q[i] := 0;
  end;
  length := 0;
  privilege := 0;
end;

ruleset i: Process do

  rule "request"
    phase[i] = Idle & RN[i][i] < Budget(i)
  ==>
  begin
    RN[i][i] := RN[i][i] + 1;
    if has[i] then
      phase[i] := CS;
    else
      phase[i] := Waiting;
      for j: Process do
        if j != i then net[i][j][RN[i][i]] := true; end;
      end;
    end;
  end;

  rule "receive the token"
    privilege = i
  ==>
  begin
    privilege := 0;
    has[i] := true;
    phase[i] := CS;
  end;

  -- The request of i is served; all that have an unserved one join the queue, and its head gets the token.
  rule "exit"
    phase[i] = CS
  ==>
  begin
    phase[i] := Idle;
    LN[i] := RN[i][i];
    for j: Process do
      if j != i & RN[i][j] = LN[j] + 1 & !Queued(j) then
        length := length + 1;
        Q[length] := j;
      end;
    end;
    if length > 0 then
      Pass(i, Q[1]);
      for k := 1 to N - 1 do Q[k] := Q[k + 1]; end;
      Q[N] := 0;
      length := length - 1;
    end;
  end;

  -- i receives REQUEST(j, s): an idle holder passes the token on, unless the request is an old one.
  ruleset j: Process; s: 1 .. R do
    rule "receive a request"
      net[j][i][s]
    ==>
    begin
      net[j][i][s] := false;
      if RN[i][j] < s then RN[i][j] := s; end;
      if has[i] & phase[i] = Idle & RN[i][j] = LN[j] + 1 then Pass(i, j); end;
    end;
  end;

end;

invariant "mutual exclusion"
  forall i: Process do forall j: Process do
    i = j | phase[i] != CS | phase[j] != CS
  end end;

invariant "one token"
  (privilege != 0 & forall i: Process do !has[i] end) |
  (privilege = 0 & exists i: Process do has[i] & forall j: Process do has[j] -> i = j end end);
