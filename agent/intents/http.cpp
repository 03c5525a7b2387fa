// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/http.h"

#include <QEventLoop>
#include <QFile>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <memory>
#include <optional>

namespace apollo::agent {

namespace {

QNetworkRequest request_of(const HttpRequest& request) {
    QNetworkRequest out(QUrl(QString::fromStdString(request.url), QUrl::StrictMode));
    out.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::NoLessSafeRedirectPolicy);
    out.setTransferTimeout(static_cast<int>(request.timeout_ms));
    for (const auto& [name, value] : request.headers) out.setRawHeader(QByteArray::fromStdString(name), QByteArray::fromStdString(value));
    return out;
}

// Takes the body as it comes, so that a large one never stands in memory.
class Taker {
public:
    Taker(const HttpRequest& request, QNetworkReply& reply) : m_request(request), m_reply(reply) {
        if (request.save_to.empty()) return;
        m_file.setFileName(QString::fromStdString(request.save_to));
        if (!m_file.open(QIODevice::WriteOnly | QIODevice::Truncate)) fail(m_file.errorString().toStdString());
    }
    void take() {
        const QByteArray bytes = m_reply.readAll();
        m_size += static_cast<std::uint64_t>(bytes.size());
        if (m_size > m_request.limit_bytes) return fail("the answer is larger than " + std::to_string(m_request.limit_bytes) + " bytes");
        if (m_request.save_to.empty()) m_body += bytes.toStdString();
        else if (!m_failure && m_file.write(bytes) != bytes.size()) fail(m_file.errorString().toStdString());
    }
    Result<std::string> finish() {
        if (m_file.isOpen() && !m_file.flush()) fail(m_file.errorString().toStdString());
        if (m_failure) return Error{ErrorKind::Io, *m_failure};
        return m_body;
    }

private:
    void fail(const std::string& reason) {
        if (!m_failure) m_failure = reason;
        m_reply.abort();
    }
    const HttpRequest& m_request;
    QNetworkReply& m_reply;
    QFile m_file;
    std::string m_body;
    std::uint64_t m_size = 0;
    std::optional<std::string> m_failure;
};

}  // namespace

Result<HttpAnswer> exchange(const HttpRequest& request) {
    const QNetworkRequest out = request_of(request);
    const QString scheme = out.url().scheme();
    if (!out.url().isValid() || out.url().host().isEmpty() || (scheme != QLatin1String("http") && scheme != QLatin1String("https"))) {
        return Error{ErrorKind::BadInput, "'" + request.url + "' is no http or https address"};
    }
    QNetworkAccessManager manager;
    const std::unique_ptr<QNetworkReply> reply(
        manager.sendCustomRequest(out, QByteArray::fromStdString(request.method), QByteArray::fromStdString(request.body)));
    Taker taker(request, *reply);
    QObject::connect(reply.get(), &QNetworkReply::readyRead, reply.get(), [&taker] { taker.take(); });
    QEventLoop loop;
    QObject::connect(reply.get(), &QNetworkReply::finished, &loop, &QEventLoop::quit);
    if (!reply->isFinished()) loop.exec();
    if (reply->isOpen()) taker.take();
    auto body = taker.finish();
    if (!body) return body.error();
    const int status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    if (status == 0) {
        const bool late = reply->error() == QNetworkReply::OperationCanceledError || reply->error() == QNetworkReply::TimeoutError;
        return Error{late ? ErrorKind::Timeout : ErrorKind::Unreachable, request.url + ": " + reply->errorString().toStdString()};
    }
    return HttpAnswer{status, std::move(*body)};
}

}  // namespace apollo::agent
