package io.coterie.method.fit;

import io.coterie.features.Representation;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.site.SiteData;

/**
 * A site's table in its own units, beside the records that are made of it.
 *
 * @param data the records as they were read
 * @param way to the points that are clustered
 * @param input what the columns are
 */
public record TableAsRead(SiteData data, Representation way, InputPlan input) {}
