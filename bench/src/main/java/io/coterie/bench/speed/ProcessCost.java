package io.coterie.bench.speed;

import java.util.OptionalLong;

/**
 * What a process cost from its start to its end.
 *
 * @param cpuSeconds user and system time of all its threads
 * @param wallSeconds by the clock
 * @param peakBytes its largest resident set, where the system tells
 */
record ProcessCost(double cpuSeconds, double wallSeconds, OptionalLong peakBytes) {}
