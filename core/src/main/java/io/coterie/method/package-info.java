/**
 * The methods. Of each, the site part answers questions about records, and the coordinator asks
 * {@link io.coterie.method.Sites} and clusters what it may see of the answers.
 */
package io.coterie.method;
