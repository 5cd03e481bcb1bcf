package drsgme

import "gmecheck/model"

// repairs in the order in which they were found.
var repairs = []model.Repair{}
