// Package kmutex
package kmutex
