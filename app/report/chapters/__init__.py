"""Chapters of the report: each turns an assessment into one section of plain blocks."""
