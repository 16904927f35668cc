/** The methods: pairs of a site part and a coordinator part that exchange messages. */
package io.coterie.method;
