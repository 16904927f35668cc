package io.coterie.example;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.PayloadKind;
import io.coterie.message.SiteMessage;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.FederatedMethod;
import io.coterie.method.MethodOption;
import io.coterie.method.MethodOption.Values;
import io.coterie.method.Reply;
import io.coterie.method.Schedule;
import io.coterie.method.Schedule.Stage;
import io.coterie.method.Schedule.Step;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.Sites;
import io.coterie.model.ClusterModel;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.plan.StudyPlan;
import java.util.List;

/** A method that nothing else knows of: sites send a few means, and k-means joins them. */
public final class SketchMethod implements FederatedMethod {
  private static final MethodOption<Integer> SIZE =
      new MethodOption<>(
          "sketch-size", "N", Values.atLeast(2), "6", "How many means a site sends.");

  /** What is asked. */
  record SketchQuestion(int size) implements Payload {}

  /** What a site answers. */
  record Sketch(Matrix means) implements Payload {}

  @Override
  public String name() {
    return "sketch";
  }

  @Override
  public String summary() {
    return "an example: a few means of each site";
  }

  @Override
  public List<MethodOption<?>> options() {
    return List.of(SIZE);
  }

  @Override
  public List<PayloadKind<? extends Payload>> kinds() {
    return List.of(
        PayloadKind.of(SketchQuestion.class).asks("a sketch of the records"),
        PayloadKind.of(Sketch.class).field("means", "none: means of a few groups"));
  }

  private static int size(StudyPlan plan) {
    return SIZE.in(plan).orElse(6);
  }

  @Override
  public Schedule schedule(StudyPlan plan) {
    long values = (long) size(plan) * plan.input().dimension();
    return Schedule.of(
        Stage.required(
            Step.clear(plan, Payload.kindOf(SketchQuestion.class), Sketch.class, 1, values)));
  }

  @Override
  public SitePart site(StudyPlan plan, SiteContext context) {
    return new SitePart() {
      @Override
      public SiteMessage reply(CoordinatorMessage question) {
        int size = question.payload() instanceof SketchQuestion asked ? asked.size() : 1;
        Matrix means =
            new KMeans(KMeans.Options.of(size))
                .fit(context.data().records(), context.seed().child("sketch"), context.parallel())
                .centers();
        return context.gate().release(new Sketch(means));
      }

      @Override
      public Labels labels(CoordinatorMessage answer) {
        ClusterModel model = (ClusterModel) answer.payload();
        return context.data().blocks().label(model::label, context.parallel());
      }
    };
  }

  @Override
  public Clustering coordinate(StudyPlan plan, CoordinatorContext context, Sites sites) {
    List<Sketch> sketches =
        sites.each(new SketchQuestion(size(plan)), Reply.of(Sketch.class, sketch -> {}));
    Matrix means = Matrix.stacked(sketches.stream().map(Sketch::means).toList());
    int clusterCount = plan.clusters().value();
    int[] clusters =
        new KMeans(KMeans.Options.of(clusterCount))
            .fit(means, context.seed().child("join"), context.parallel())
            .labels();
    return Clustering.of(plan, new NearestPrototype(means, IntVector.of(clusters), clusterCount));
  }
}
