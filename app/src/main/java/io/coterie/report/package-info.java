/**
 * What a data owner is told of a study: what leaves a site, field by field, and what protects it.
 */
package io.coterie.report;
