package io.coterie.terminal;

/** Colours, where there is a screen to show them. */
public enum Ansi {
  BOLD("1"),
  DIM("2"),
  RED("31"),
  GREEN("32"),
  YELLOW("33");

  private final String code;

  Ansi(String code) {
    this.code = code;
  }

  public String on(String text, boolean enabled) {
    return enabled && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
