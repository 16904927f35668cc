package io.coterie.method;

import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/** Sites that answer by a script, for tests of a coordinator by itself. */
public final class ScriptedSites implements Sites {
  private final Iterator<List<SiteMessage>> script;
  private final List<Payload> questions = new ArrayList<>();
  private Reply<?> expected;

  /** The script is at its end. */
  private static final class EndOfScript extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Makes sites whose answers to the questions are these, one list a question. */
  public ScriptedSites(List<List<SiteMessage>> script) {
    this.script = script.iterator();
  }

  @Override
  public List<SiteMessage> ask(Payload question, Reply<?> reply) {
    questions.add(question);
    expected = reply;
    if (!script.hasNext()) {
      throw new EndOfScript();
    }
    return script.next();
  }

  /** Runs a coordinator up to the first question that the script does not answer. */
  public ScriptedSites upToTheEnd(Consumer<Sites> coordinator) {
    try {
      coordinator.accept(this);
    } catch (EndOfScript e) {
      return this;
    }
    throw new AssertionError("The coordinator asked no more than the script answers.");
  }

  /** Returns what was asked, in order. */
  public List<Payload> questions() {
    return questions;
  }

  /** Returns what the last question must be answered by. */
  public Reply<?> expected() {
    return expected;
  }
}
