package fapp

import "gmecheck/model"

var repairs = []model.Repair{}
