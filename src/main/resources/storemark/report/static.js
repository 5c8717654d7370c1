// Draws one chart without a browser. The host provides measureWidth(text, font), in pixels.
var setTimeout = function () { return 0; };
var clearTimeout = function () {};

function drawStatic(json, width) {
  echarts.setPlatformAPI({ measureText: function (text, font) { return { width: measureWidth(text, font) }; } });
  const drawing = storemark.draw(JSON.parse(json), { width: width, dark: false, title: true });
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: width, height: drawing.height });
  chart.setOption(drawing.option);
  const svg = chart.renderToSVGString({ useViewBox: true });
  chart.dispose();
  return svg;
}
