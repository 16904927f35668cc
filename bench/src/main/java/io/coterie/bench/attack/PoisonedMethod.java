package io.coterie.bench.attack;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.FederatedMethod;
import io.coterie.method.Schedule;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.Sites;
import io.coterie.method.anchor.AnchorGroupsMethod;
import io.coterie.plan.StudyPlan;
import io.coterie.site.SiteData;
import java.util.List;

/**
 * The anchor graph of groups with sites that lie about what they made of images or vectors; of a
 * table they lie before anything is made of it.
 *
 * @param seed that all of them share
 */
public record PoisonedMethod(PoisoningAttack poison, List<String> liars, Seed seed)
    implements FederatedMethod {
  private static final AnchorGroupsMethod METHOD = new AnchorGroupsMethod();

  @Override
  public String name() {
    return METHOD.name();
  }

  @Override
  public String summary() {
    return AnchorGroupsMethod.NAME + " with sites that lie";
  }

  @Override
  public boolean drawsInTails() {
    return METHOD.drawsInTails();
  }

  @Override
  public void check(StudyPlan plan) {
    METHOD.check(plan);
  }

  @Override
  public Schedule schedule(StudyPlan plan) {
    return METHOD.schedule(plan);
  }

  @Override
  public SitePart site(StudyPlan plan, SiteContext context) {
    String name = context.data().site();
    if (!liars.contains(name) || plan.input().kind().isTable()) {
      return METHOD.site(plan, context);
    }
    Matrix made = context.data().records();
    return METHOD.site(plan, context.with(SiteData.of(name, poison.of(made, true, seed))));
  }

  @Override
  public Clustering coordinate(StudyPlan plan, CoordinatorContext context, Sites sites) {
    return METHOD.coordinate(plan, context, sites);
  }
}
