package planted.metrics;

/** A stand-in for true labels. */
public final class Truth {
  public int label() {
    return 1;
  }
}
