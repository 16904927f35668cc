package io.coterie.cli.options;

import java.util.Stack;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Takes what follows --dashboard if it is an address, and else leaves it for others. */
public final class PageAddress implements IParameterConsumer {
  @Override
  @SuppressWarnings("JdkObsolete") // picocli's own signature
  public void consumeParameters(Stack<String> words, ArgSpec option, CommandSpec command) {
    boolean isAddress = !words.isEmpty() && words.peek().matches("[^/]*:[0-9]{1,5}");
    option.setValue(isAddress ? words.pop() : "");
  }
}
