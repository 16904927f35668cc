/** The first step of a simulation: deals the records of one table to sites. */
package io.coterie.partition;
