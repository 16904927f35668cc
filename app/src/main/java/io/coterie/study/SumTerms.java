package io.coterie.study;

import io.coterie.protocol.NoiseMode;

/**
 * How a study adds up what its sites say.
 *
 * @param isMasked whether sums go under masks, so that the coordinator sees totals alone
 * @param threshold how many sites must stay to the end of a masked sum
 */
public record SumTerms(boolean isMasked, int threshold) {
  public static SumTerms of(Study study) {
    boolean isMasked =
        study.terms().filter(terms -> terms.noise() == NoiseMode.SECURE_SUMS).isPresent();
    return new SumTerms(isMasked, study.participation().quorum());
  }
}
