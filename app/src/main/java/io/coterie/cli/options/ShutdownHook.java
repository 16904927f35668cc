package io.coterie.cli.options;

/** Work for the case that a signal ends the process, from when it is set until it is closed. */
public final class ShutdownHook implements AutoCloseable {
  private final Thread thread;

  public ShutdownHook(String name, Runnable work) {
    thread = new Thread(work, name);
  }

  public void set() {
    Runtime.getRuntime().addShutdownHook(thread);
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(thread);
    } catch (IllegalStateException e) {
      // it is running
    }
  }
}
