/**
 * What people are told of a study: the report of a run, and what leaves a site, field by field, and
 * what protects it.
 */
package io.coterie.report;
