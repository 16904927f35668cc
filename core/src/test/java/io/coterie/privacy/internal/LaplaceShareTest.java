package io.coterie.privacy.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.coterie.privacy.DrawnLaw;
import io.coterie.privacy.NoiseSource;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LaplaceShareTest {
  private static final int DRAWS = 100_000;

  @ParameterizedTest
  @CsvSource({"1,3,2", "2,3,2", "5,3,2", "3,1,2", "4,6,1"})
  void sharesOfAllSitesAddUpToTheDiscreteLaplaceLaw(int sites, long numerator, long denominator) {
    Fraction scale = new Fraction(numerator, denominator);
    DrawnLaw sums = DrawnLaw.of(DRAWS, 1, sumOf(sites, new LaplaceShare(scale, sites)));

    // A correct sampler fails for 1 seed in 10⁶; a scale off by 10 % is found.
    double exact = scale.toDouble();
    assertThat(sums.chiSquare(k -> DrawnLaw.laplace(k, exact))).isLessThan(1);
    assertThat(sums.chiSquare(k -> DrawnLaw.laplace(k, exact * 1.1))).isGreaterThan(1);
    assertThat(sums.chiSquare(k -> DrawnLaw.laplace(k, exact / 1.1))).isGreaterThan(1);
  }

  @Test
  void aShareTooManyOrTooFewIsFound() {
    LaplaceShare ofFive = new LaplaceShare(Fraction.of(2), 5);
    for (int shares : new int[] {4, 6}) {
      assertThat(
              DrawnLaw.of(DRAWS, 2, sumOf(shares, ofFive)).chiSquare(k -> DrawnLaw.laplace(k, 2)))
          .isGreaterThan(1);
    }
  }

  @Test
  void aShareHasItsPartOfTheVariance() {
    double variance = new DiscreteLaplace(Fraction.of(4)).variance() / 10;
    DrawnLaw drawn = DrawnLaw.of(DRAWS, 3, new LaplaceShare(Fraction.of(4), 10)::sample);

    // Cumulants divide as well: of the sum κ₄ = V + 3V², of a share a tenth, v + 30v², and m₄ = κ₄
    // +
    // 3v². Five standard errors: false alarm below 1 seed in 10⁶.
    double error = 5 * Math.sqrt((variance + 33 * variance * variance) / DRAWS);
    assertThat(drawn.meanSquare()).isCloseTo(variance, within(error));
    assertThat(drawn.mean()).isCloseTo(0, within(5 * Math.sqrt(variance / DRAWS)));
  }

  @Test
  void sitesAndScalesOutOfRangeAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new LaplaceShare(Fraction.of(1), 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LaplaceShare(Fraction.of(1), (1 << 20) + 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LaplaceShare(Fraction.of(1 << 20), 2));
  }

  private static ToLongFunction<NoiseSource> sumOf(int shares, LaplaceShare share) {
    return source -> {
      long sum = 0;
      for (int i = 0; i < shares; i++) {
        sum += share.sample(source);
      }
      return sum;
    };
  }
}
