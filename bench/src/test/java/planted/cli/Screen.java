package planted.cli;

/** Something above. */
public final class Screen {
  public int width() {
    return 80;
  }
}
