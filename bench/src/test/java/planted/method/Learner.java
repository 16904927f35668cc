package planted.method;

import planted.deep.Climber;

/** A method that cannot do without learned features. */
public final class Learner {
  public Climber encoder() {
    return new Climber();
  }
}
