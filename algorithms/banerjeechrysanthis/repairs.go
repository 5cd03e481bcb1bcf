package banerjeechrysanthis

import "gmecheck/model"

var repairs = []model.Repair{}
