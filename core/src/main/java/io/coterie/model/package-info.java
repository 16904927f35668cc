/** The answer of a study as rules that label records, at the sites and later on new ones. */
package io.coterie.model;
