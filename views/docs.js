const element = document.querySelector("#docs");

globalThis.SwaggerUIBundle({
  domNode: element,
  url: element.dataset.document,
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  // Otherwise the page asks another host whether the document is valid.
  validatorUrl: null,
});
