package io.coterie.fuzz;

/**
 * Where Jazzer enters: {@code --target_class=io.coterie.fuzz.DecoderFuzz --target_args=payload}.
 */
public final class DecoderFuzz {
  private static FuzzTarget target;

  private DecoderFuzz() {}

  public static void fuzzerInitialize(String[] arguments) {
    target = FuzzTarget.valueOf(arguments[0].toUpperCase(java.util.Locale.ROOT).replace('-', '_'));
  }

  public static void fuzzerTestOneInput(byte[] bytes) {
    target.decode(bytes);
  }
}
