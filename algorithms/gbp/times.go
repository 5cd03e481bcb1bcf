package gbp

import "github.com/gmecheck/gmecheck/model"

// Stay is the time that the process has chosen.
func (p *protocol) Stay(_ model.Site, v vars) int { return v.(process).tpodur }
