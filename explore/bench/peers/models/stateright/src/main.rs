// The token algorithm of I. Suzuki and T. Kasami, "A Distributed Mutual Exclusion Algorithm", ACM Transactions on Computer
// Systems 3(4), 1985, with a budget of requests for every process. Names are the paper's: RN, LN, Q.
//
// Arguments: the number of threads, then how often each process may request. One event with all that it sends is one action.

use stateright::{Checker, HasDiscoveries, Model, Property};
use std::collections::BTreeSet;

#[derive(Clone, Copy, Debug, Hash, PartialEq, Eq)]
enum Phase {
    Idle,
    Waiting,
    CS,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq)]
#[allow(non_snake_case)]
struct State {
    phase: Vec<Phase>,
    has: Vec<bool>,                   // holds the token
    RN: Vec<Vec<u8>>,                 // RN[i][j]: the largest request number that i has heard of j
    requests: BTreeSet<(u8, u8, u8)>, // in flight: (j, s, i) is REQUEST(j, s) on its way to i
    privilege: Option<u8>,            // where the token is on its way to
    LN: Vec<u8>, // of the token: the number of the last request of each that was served
    Q: Vec<u8>,  // of the token: those that wait
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Action {
    Request(u8),
    ReceiveRequest(u8, u8, u8),
    ReceiveToken(u8),
    Exit(u8),
}

struct SuzukiKasami {
    budget: Vec<u8>,
}

impl SuzukiKasami {
    fn processes(&self) -> std::ops::Range<u8> {
        0..self.budget.len() as u8
    }
}

impl State {
    fn pass(&mut self, from: u8, to: u8) {
        self.has[from as usize] = false;
        self.privilege = Some(to);
    }
}

impl Model for SuzukiKasami {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        let n = self.budget.len();
        vec![State {
            phase: vec![Phase::Idle; n],
            has: (0..n).map(|i| i == 0).collect(),
            RN: vec![vec![0; n]; n],
            requests: BTreeSet::new(),
            privilege: None,
            LN: vec![0; n],
            Q: vec![],
        }]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        for i in self.processes() {
            let k = i as usize;
            if state.phase[k] == Phase::Idle && state.RN[k][k] < self.budget[k] {
                actions.push(Action::Request(i));
            }
            if state.phase[k] == Phase::CS {
                actions.push(Action::Exit(i));
            }
        }
        if let Some(i) = state.privilege {
            actions.push(Action::ReceiveToken(i));
        }
        for &(j, s, i) in &state.requests {
            actions.push(Action::ReceiveRequest(j, s, i));
        }
    }

    fn next_state(&self, last: &State, action: Action) -> Option<State> {
        let mut t = last.clone();
        match action {
            Action::Request(i) => {
                let k = i as usize;
                t.RN[k][k] += 1;
                if t.has[k] {
                    t.phase[k] = Phase::CS;
                } else {
                    t.phase[k] = Phase::Waiting;
                    let s = t.RN[k][k];
                    t.requests
                        .extend(self.processes().filter(|&j| j != i).map(|j| (i, s, j)));
                }
            }
            // An idle holder passes the token on, unless the request is an old one.
            Action::ReceiveRequest(j, s, i) => {
                let (k, l) = (i as usize, j as usize);
                t.requests.remove(&(j, s, i));
                t.RN[k][l] = t.RN[k][l].max(s);
                if t.has[k] && t.phase[k] == Phase::Idle && t.RN[k][l] == t.LN[l] + 1 {
                    t.pass(i, j);
                }
            }
            Action::ReceiveToken(i) => {
                t.privilege = None;
                t.has[i as usize] = true;
                t.phase[i as usize] = Phase::CS;
            }
            // The request of i is served; all that have an unserved one join the queue, and its head gets the token.
            Action::Exit(i) => {
                let k = i as usize;
                t.phase[k] = Phase::Idle;
                t.LN[k] = t.RN[k][k];
                for j in self.processes() {
                    if j != i && t.RN[k][j as usize] == t.LN[j as usize] + 1 && !t.Q.contains(&j) {
                        t.Q.push(j);
                    }
                }
                if !t.Q.is_empty() {
                    let next = t.Q.remove(0);
                    t.pass(i, next);
                }
            }
        }
        Some(t)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always("mutual exclusion", |_, s: &State| {
                s.phase.iter().filter(|&&p| p == Phase::CS).count() <= 1
            }),
            Property::always("one token", |_, s: &State| {
                s.has.iter().filter(|&&h| h).count() + usize::from(s.privilege.is_some()) == 1
            }),
        ]
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let threads = arguments
        .next()
        .and_then(|a| a.parse().ok())
        .expect("the number of threads");
    let budget = arguments.map(|a| a.parse().expect("a budget")).collect();
    let checker = SuzukiKasami { budget }
        .checker()
        .threads(threads)
        .finish_when(HasDiscoveries::AnyFailures)
        .spawn_bfs()
        .join();
    checker.assert_properties();
    println!("done: {}", checker.is_done());
    println!("distinct states: {}", checker.unique_state_count());
    println!("generated states: {}", checker.state_count());
}
