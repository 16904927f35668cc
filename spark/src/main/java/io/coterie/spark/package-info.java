/**
 * A site whose records live on a Spark cluster. The site's part of a method runs on the driver; its
 * passes over records run where these are, and what they give is added up on the way back.
 */
package io.coterie.spark;
