package planted.privacy;

/** A stand-in for noise. */
public final class Source {
  public double draw() {
    return 4;
  }
}
