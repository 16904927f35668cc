package planted.partition;

/** A stand-in for how records were dealt. */
public final class Strata {
  public int stratum() {
    return 1;
  }
}
