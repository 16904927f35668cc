package io.coterie.deep.network;

/**
 * What a training did.
 *
 * @param loss the mean loss per record over the last pass; 0 where no step was taken
 * @param steps the number of batches over all passes
 */
public record TrainingLog(double loss, int steps) {}
