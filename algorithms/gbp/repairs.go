package gbp

import "gmecheck/model"

var repairs = []model.Repair{}
