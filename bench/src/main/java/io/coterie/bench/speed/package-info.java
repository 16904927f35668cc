/**
 * What a run costs beside what a user would pick instead: every contender in a process of its own,
 * one after the other, with its CPU time and its largest memory.
 */
package io.coterie.bench.speed;
